"""Calendars as the service returns them, made up."""


def hours(*ranges):
    return [{"openHour": a, "openMinute": 0, "closeHour": b, "closeMinute": 0} for a, b in ranges]


def calendar(number, chance):
    """A calendar in the shapes of live responses: empty text, null, numbers as text, IDs, aliases, grouped days. A fourth of them are in an envelope."""
    number_or_text = lambda value: chance.choice([value, value, str(value)])
    unset = lambda: chance.choice(["", None])
    record = {
        "id": f"cal{number:05}",
        "locationId": chance.choice(["north", "south"]),
        "name": f"Clinic {number}",
        "description": chance.choice(["", f"Room {number} on the first floor, beside the lift. " * 6]),
        "slug": f"clinic-{number}",
        "widgetSlug": f"clinic-{number}",
        "widgetType": chance.choice(["default", "classic"]),
        "calendarType": chance.choice(["round_robin", "event"]),
        "eventType": "RoundRobin_OptimizeForAvailability",
        "eventTitle": chance.choice(["{{contact.name}}", None]),
        "eventColor": chance.choice(["#039BE5", "#039be5", "#ff0000"]),
        "slotDuration": number_or_text(chance.choice([30, 45, 60])),
        "slotDurationUnit": "mins",
        "slotInterval": number_or_text(30),
        "slotIntervalUnit": "mins",
        "slotBuffer": chance.choice([0, None, ""]),
        "preBuffer": unset(),
        "appoinmentPerSlot": 1,
        "appoinmentPerDay": unset(),
        "allowBookingAfter": chance.choice([0, 1, 5]),
        "allowBookingAfterUnit": "days",
        "allowBookingFor": 60,
        "allowBookingForUnit": "days",
        "alertEmail": chance.choice(["", f"desk{number}@example.com"]),
        "calendarCoverImage": "",
        "formId": "",
        "pixelId": "",
        "notes": chance.choice(["", "Bring your papers.\nReschedule: {{reschedule_link}} " * 4]),
        "formSubmitType": "ThankYouMessage",
        "formSubmitThanksMessage": "Thank you, see you soon.",
        "isActive": True,
        "autoConfirm": chance.choice([True, "true"]),
        "notifications": [{"type": "email", "shouldSendToContact": True}],
        "recurring": {"count": 1, "bookingOption": "skip", "bookingOverlapDefaultStatus": "", "interval": None, "freq": "DAILY", "monthDays": []},
        "lookBusyConfig": chance.choice([{"enabled": False, "LookBusyPercentage": ""}, {"enabled": False, "LookBusyPercentage": 5}]),
        "teamMembers": [
            {"userId": f"u{number}", "priority": 0.5, "isPrimary": True, "selected": True, "zoomOauthId": "", "isZoomAdded": "false"},
            {"userId": f"v{number}", "priority": 1, "selected": True},
        ],
        "openHours": [
            {"daysOfTheWeek": [1, 2, 3], "hours": hours((9, 12), (13, 17)), "_id": f"e{number}"},
            {"daysOfTheWeek": [5], "hours": hours((9, 12)), "_id": f"f{number}"},
        ],
        "availabilityType": chance.choice([0, None]),
        "availabilities": [
            {"_id": f"d{number}", "id": f"d{number}", "date": "2026-12-30T00:00:00.000Z", "hours": [], "deleted": False},
        ]
        if number % 3
        else [],
    }
    return record if number % 4 else {"calendar": record, "traceId": f"t{number}"}


def bare(record):
    return record.get("calendar", record)
