"""The format of all dates on pages: ``{{ day|date }}`` and ``{{ time|date:"DATETIME_FORMAT" }}``."""

DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j M Y, H:i e"
