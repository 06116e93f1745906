/* What scripts say, in the language of the page: rightBower.t("Table {number}", { number: 4 }).
   A page in another language than English loads its words (words-fr.js) before this; `make messages` writes those. */
(function () {
  "use strict";
  var site = window.rightBower = window.rightBower || {};
  var known = window.rightBowerWords || {};
  site.t = function (text, values) {
    return (known[text] || text).replace(/\{(\w+)\}/g, function (whole, name) {
      return values && name in values ? values[name] : whole;
    });
  };
})();
