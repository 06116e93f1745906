"""What the site tells people who aren't looking at it: on their page, by push, by email.

`writing.notify` writes a notification for each person, `delivery` sends it in the ways that the person chose, and
`kinds` lists everything that is told.
"""
