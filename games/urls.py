"""Addresses of play online."""

from django.urls import path

from games.accounts.views import introduction, language, tokens
from games.blocks import views as blocks
from games.daily import urls as daily
from games.finding import views as finding
from games.house_rules import views as house_rules
from games.learn import views as learn
from games.notifications import urls as notifications
from games.notifications.push import urls as push
from games.puzzles import urls as puzzles
from games.reports import views as reports
from games.review import views as review
from games.tables.views import chips, company, imports, inviting, lobby, planning, preferences, records, tables

urlpatterns = [
    *daily.urlpatterns,
    *notifications.urlpatterns,
    *push.urlpatterns,
    *puzzles.urlpatterns,
    path("language/", language.choose_language, name="language"),
    path("learn/", learn.learn, name="learn"),
    path("learn/how-to-play/", learn.how_to_play, name="how_to_play"),
    path("learn/first-hands/", learn.first_hands, name="first_hands"),
    path("learn/first-hands/<slug:key>/", learn.first_hand, name="first_hand"),
    path("learn/words/", learn.glossary, name="learn_words"),
    path("learn/history/", learn.history, name="learn_history"),
    path("learn/rules/", learn.rules_explorer, name="learn_rules"),
    path("learn/tips/", learn.play_tips, name="learn_tips"),
    path("rules/", house_rules.saved_list, name="my_rules"),
    path("rules/new/", house_rules.new_rules, name="new_rules"),
    path("rules/picker/", house_rules.picker_part, name="rule_picker"),
    path("rules/<str:code>/", house_rules.saved_rules, name="saved_rules"),
    path("rules/<str:code>/change/", house_rules.change_rules, name="change_rules"),
    path("rules/<str:code>/keep/", house_rules.keep_rules, name="keep_rules"),
    path("rules/<str:code>/delete/", house_rules.remove_rules, name="delete_rules"),
    path("me/tokens/", tokens.my_tokens, name="my_tokens"),
    path("me/tokens/<int:pk>/end/", tokens.end_token, name="end_token"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("tables/import/", imports.import_games, name="import_games"),
    path("tables/play-now/", lobby.play_now, name="play_now"),
    path("tables/find-game/", finding.find_game, name="find_game"),
    path("tables/find-game/<str:step>/", finding.find_step, name="find_step"),
    path("tables/chips/", chips.own_chips, name="own_chips"),
    path("tables/chips/refill/", chips.refill, name="refill_chips"),
    path("tables/invited/<str:token>/", planning.invited, name="invited"),
    path("tables/verify_<str:name>.py", records.verifier, name="verifier"),
    path("tables/me/", introduction.introduction, name="introduction"),
    path("tables/friends/", inviting.invite_friends, name="invite_friends"),
    path("tables/blocked/", blocks.blocked, name="blocked"),
    path("tables/blocked/<int:pk>/<str:step>/", blocks.move_block, name="move_block"),
    path("tables/reports/", reports.reports, name="reports"),
    path("tables/reports/<int:pk>/", reports.one_report, name="one_report"),
    path("tables/settings/", preferences.table_settings, name="table_settings"),
    path("tables/settings/cards/", preferences.own_cards, name="own_cards"),
    path("tables/settings/cards/<str:kind>/", preferences.keep_picture, name="keep_picture"),
    path("tables/settings/cards/<str:kind>/remove/", preferences.drop_picture, name="drop_picture"),
    path("tables/cards/<str:digest>.webp", preferences.card_picture, name="card_picture"),
    path("tables/<str:code>/", tables.table, name="table"),
    path("tables/<str:code>/hand/", tables.hand, name="table_hand"),
    path("tables/<str:code>/shared/", tables.shared, name="table_shared"),
    path("tables/<str:code>/rules/", tables.rules, name="table_rules"),
    path("tables/<str:code>/rules/change/", tables.change_table_rules, name="change_table_rules"),
    path("tables/<str:code>/rules/picker/", tables.table_rule_picker, name="table_rule_picker"),
    path("tables/<str:code>/here/", tables.here, name="here"),
    path("tables/<str:code>/talk/", company.talk_lines, name="talk"),
    path("tables/<str:code>/say/", company.say, name="say"),
    path("tables/<str:code>/advice/", company.advice, name="advice"),
    path("tables/<str:code>/prepare/", company.prepare, name="prepare"),
    path("tables/<str:code>/people/", reports.people, name="table_people"),
    path("tables/<str:code>/people/<int:player>/report/", reports.report, name="report_player"),
    path("tables/<str:code>/people/<int:player>/<str:step>/", company.move_person, name="move_person"),
    path("tables/<str:code>/act/", tables.act, name="act"),
    path("tables/<str:code>/start-as/", tables.start_as, name="start_as"),
    path("tables/<str:code>/invite/", inviting.invite, name="table_invite"),
    path("tables/<str:code>/plan/", planning.plan, name="plan_table"),
    path("tables/<str:code>/plan/<str:step>/", planning.plan, name="plan_step"),
    path("tables/<str:code>/remove-import/", imports.remove_import, name="remove_import"),
    path("tables/<str:code>/games/", records.games, name="table_games"),
    path("tables/<str:code>/games/all.emn", records.table_file, name="table_emn"),
    path("tables/<str:code>/games/<int:number>/", records.replay, name="replay"),
    path("tables/<str:code>/games/<int:number>/review/", review.review, name="review"),
    path("tables/<str:code>/games/<int:number>/review/ask/", review.ask, name="ask_for_review"),
    path("tables/<str:code>/games/<int:number>/game.egn", records.game_file, name="game_egn"),
    path("tables/<str:code>/games/<int:number>/verify/", records.verify, name="verify_game"),
    path("tables/<str:code>/games/<int:number>/deals.json", records.deals, name="game_deals"),
    path("tables/<str:code>/seats/<int:number>/<str:step>/", tables.move_seat, name="move_seat"),
    path("tables/<str:code>/watch/", tables.watch, name="watch_table"),
    path("tables/<str:code>/<str:step>/", tables.move, name="move_table"),
]
