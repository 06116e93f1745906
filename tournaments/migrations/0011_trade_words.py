"""Rows of rewards get the names that the trade has for them. Tables and columns keep theirs: the database changes nothing."""

from django.conf import settings
from django.db import migrations, models

RENAMED = {
    "Outing": "GameParticipation",
    "Due": "RewardJob",
    "Feat": "Unlock",
    "MailWish": "DigestSubscription",
    "NewsMail": "DigestMail",
}


CASCADE, SET_NULL, PROTECT = models.CASCADE, models.SET_NULL, models.PROTECT
FIELDS = {
    ("award", "unlock"): models.OneToOneField(
        "tournaments.unlock", CASCADE, db_column="feat_id", related_name="award"
    ),
    ("digestsubscription", "user"): models.OneToOneField(
        settings.AUTH_USER_MODEL, CASCADE, related_name="digest_subscription"
    ),
    ("gameparticipation", "counted"): models.ForeignKey(
        "tournaments.countedgame", CASCADE, related_name="participations"
    ),
    ("gameparticipation", "player"): models.ForeignKey("games.player", PROTECT, related_name="participations"),
    ("unlock", "club"): models.ForeignKey(
        "tournaments.club", CASCADE, blank=True, null=True, related_name="unlocks"
    ),
    ("unlock", "event"): models.ForeignKey(
        "tournaments.event", SET_NULL, blank=True, null=True, related_name="unlocks"
    ),
    ("unlock", "mail"): models.ForeignKey(
        "tournaments.digestmail", SET_NULL, blank=True, null=True, related_name="unlocks"
    ),
    ("unlock", "player"): models.ForeignKey("games.player", CASCADE, related_name="unlocks"),
}
ONE_COUNTING = models.UniqueConstraint(fields=["player", "games"], name="one_counting_per_player_and_outing")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0010_webhook_failures_are_messages")]

    operations = [
        *(migrations.AlterModelTable(old, f"tournaments_{old.lower()}") for old in RENAMED),
        *(migrations.RenameModel(old, new) for old, new in RENAMED.items()),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("award", "feat", "unlock"),
                *(migrations.AlterField(model, name, field) for (model, name), field in FIELDS.items()),
                migrations.RemoveConstraint("awardcounting", ONE_COUNTING.name),
                migrations.RenameField("awardcounting", "outings", "games"),
                migrations.AlterField("awardcounting", "games", models.PositiveIntegerField(db_column="outings")),
                migrations.AlterModelOptions("awardcounting", {"ordering": ["player", "games"]}),
                migrations.AddConstraint("awardcounting", ONE_COUNTING),
            ]
        ),
    ]
