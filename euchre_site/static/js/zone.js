// Puts the browser's time zone into a new club's form. The list beside the field has it as people read it.
"use strict";

{
  const field = document.querySelector("input[data-guess-zone]");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (field && zone && field.value === field.defaultValue) {
    const name = zone.replaceAll("_", " ");
    const lines = [...field.list.options].map((option) => option.value);
    field.value = lines.find((line) => line.startsWith(`${name} (`)) ?? zone;
  }
}
