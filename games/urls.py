"""Addresses of play online."""

from django.urls import path

from games.views import chips, company, imports, lobby, planning, records, tables, tastes

urlpatterns = [
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", lobby.new_table, name="new_table"),
    path("tables/import/", imports.import_games, name="import_games"),
    path("tables/play-now/", lobby.play_now, name="play_now"),
    path("tables/chips/", chips.own_chips, name="own_chips"),
    path("tables/chips/refill/", chips.refill, name="refill_chips"),
    path("tables/invited/<str:token>/", planning.invited, name="invited"),
    path("tables/verify_<str:name>.py", records.verifier, name="verifier"),
    path("tables/settings/", tastes.table_settings, name="table_settings"),
    path("tables/settings/cards/", tastes.own_cards, name="own_cards"),
    path("tables/settings/cards/<str:kind>/", tastes.keep_picture, name="keep_picture"),
    path("tables/settings/cards/<str:kind>/remove/", tastes.drop_picture, name="drop_picture"),
    path("tables/cards/<str:digest>.webp", tastes.card_picture, name="card_picture"),
    path("tables/<str:code>/", tables.table, name="table"),
    path("tables/<str:code>/hand/", tables.hand, name="table_hand"),
    path("tables/<str:code>/shared/", tables.shared, name="table_shared"),
    path("tables/<str:code>/rules/", tables.rules, name="table_rules"),
    path("tables/<str:code>/here/", tables.here, name="here"),
    path("tables/<str:code>/talk/", company.talk_lines, name="talk"),
    path("tables/<str:code>/say/", company.say, name="say"),
    path("tables/<str:code>/advice/", company.advice, name="advice"),
    path("tables/<str:code>/prepare/", company.prepare, name="prepare"),
    path("tables/<str:code>/people/<int:player>/<str:step>/", company.move_person, name="move_person"),
    path("tables/<str:code>/act/", tables.act, name="act"),
    path("tables/<str:code>/plan/", planning.plan, name="plan_table"),
    path("tables/<str:code>/plan/<str:step>/", planning.plan, name="plan_step"),
    path("tables/<str:code>/remove-import/", imports.remove_import, name="remove_import"),
    path("tables/<str:code>/games/", records.games, name="table_games"),
    path("tables/<str:code>/games/all.emn", records.table_file, name="table_emn"),
    path("tables/<str:code>/games/<int:number>/", records.replay, name="replay"),
    path("tables/<str:code>/games/<int:number>/game.egn", records.game_file, name="game_egn"),
    path("tables/<str:code>/games/<int:number>/verify/", records.verify, name="verify_game"),
    path("tables/<str:code>/games/<int:number>/deals.json", records.deals, name="game_deals"),
    path("tables/<str:code>/seats/<int:number>/<str:step>/", tables.move_seat, name="move_seat"),
    path("tables/<str:code>/watch/", tables.watch, name="watch_table"),
    path("tables/<str:code>/<str:step>/", tables.move, name="move_table"),
]
