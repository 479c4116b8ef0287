//! A field for each row of the tables, a variant for each value that is known.
//!
//! Written from the tables by `BLESS=1 cargo test --lib typed`.

use super::enums::words;
use super::record::{record, update};

record! {
    /// A calendar as a response held it (section 2.1).
    Calendar("calendar", Response, []) {
        id: String = "id", "ID. Only in responses.";
        location_id: String = "locationId", "location ID. Only in responses.";
        group_id: String = "groupId", "group.";
        team_members: Vec<TeamMember> = "teamMembers", "team.";
        event_type: EventType = "eventType", "event type.";
        calendar_type: CalendarType = "calendarType", "calendar type. Only in responses.";
        name: String = "name", "name.";
        description: String = "description", "description.";
        slug: String = "slug", "slug.";
        widget_slug: String = "widgetSlug", "widget slug.";
        widget_type: WidgetType = "widgetType", "widget type.";
        event_title: String = "eventTitle", "event title. May contain placeholders such as {{contact.name}}.";
        event_color: String = "eventColor", "color. A hex color, #rrggbb.";
        location_configurations: Vec<LocationConfiguration> = "locationConfigurations", "meeting places.";
        slot_duration: f64 = "slotDuration", "slot duration, in `slotDurationUnit`.";
        slot_duration_unit: Unit = "slotDurationUnit", "unit of the slot duration.";
        slot_interval: f64 = "slotInterval", "slot interval, in `slotIntervalUnit`. The time between offered starts.";
        slot_interval_unit: Unit = "slotIntervalUnit", "unit of the slot interval.";
        slot_buffer: f64 = "slotBuffer", "buffer after, in `slotBufferUnit`. Time kept free after an appointment.";
        slot_buffer_unit: Unit = "slotBufferUnit", "unit of the buffer after. Only in responses.";
        pre_buffer: f64 = "preBuffer", "buffer before, in `preBufferUnit`. Time kept free before an appointment.";
        pre_buffer_unit: Unit = "preBufferUnit", "unit of the buffer before.";
        appoinment_per_slot: f64 = "appoinmentPerSlot", "appointments per slot.";
        appoinment_per_day: f64 = "appoinmentPerDay", "appointments per day.";
        allow_booking_after: f64 = "allowBookingAfter", "minimum notice, in `allowBookingAfterUnit`.";
        allow_booking_after_unit: Unit = "allowBookingAfterUnit", "unit of the minimum notice.";
        allow_booking_for: f64 = "allowBookingFor", "booking window, in `allowBookingForUnit`. How far ahead people can book.";
        allow_booking_for_unit: Unit = "allowBookingForUnit", "unit of the booking window.";
        open_hours: Vec<OpenHoursEntry> = "openHours", "open hours.";
        enable_recurring: bool = "enableRecurring", "recurring bookings.";
        recurring: Recurrence = "recurring", "recurrence.";
        form_id: String = "formId", "form.";
        sticky_contact: bool = "stickyContact", "sticky contact.";
        is_live_payment_mode: bool = "isLivePaymentMode", "live payment mode.";
        auto_confirm: bool = "autoConfirm", "automatic confirmation.";
        should_send_alert_emails_to_assigned_member: bool = "shouldSendAlertEmailsToAssignedMember", "alert e-mails to the assigned member.";
        alert_email: String = "alertEmail", "alert e-mail.";
        google_invitation_emails: bool = "googleInvitationEmails", "Google invitation e-mails.";
        allow_reschedule: bool = "allowReschedule", "rescheduling.";
        allow_cancellation: bool = "allowCancellation", "cancellation.";
        should_assign_contact_to_team_member: bool = "shouldAssignContactToTeamMember", "assigning contacts to team members.";
        should_skip_assigning_contact_for_existing: bool = "shouldSkipAssigningContactForExisting", "leaving existing contacts unassigned.";
        notes: String = "notes", "notes.";
        pixel_id: String = "pixelId", "pixel ID.";
        form_submit_type: FormSubmitType = "formSubmitType", "action after the form.";
        form_submit_redirect_url: String = "formSubmitRedirectURL", "redirect URL.";
        form_submit_thanks_message: String = "formSubmitThanksMessage", "thank-you message.";
        availability_type: i64 = "availabilityType", "availability type. Observed: 0 uses the open hours only, 1 the special dates only.";
        availabilities: Vec<SpecialDate> = "availabilities", "special dates.";
        guest_type: GuestType = "guestType", "guests.";
        consent_label: String = "consentLabel", "consent label.";
        calendar_cover_image: String = "calendarCoverImage", "cover image. The URL of an image.";
        look_busy_config: LookBusyConfiguration = "lookBusyConfig", "look busy.";
        is_active: bool = "isActive", "active.";
    }
}

record! {
    /// A team member as a response held it (section 2.1.1).
    TeamMember("team member", Response, []) {
        user_id: String = "userId", "user.";
        priority: f64 = "priority", "priority.";
        is_primary: bool = "isPrimary", "primary.";
        location_configurations: Vec<LocationConfiguration> = "locationConfigurations", "meeting places.";
    }
}

record! {
    /// A location configuration as a response held it (section 2.1.2).
    LocationConfiguration("location configuration", Response, []) {
        kind: LocationKind = "kind", "kind.";
        location: String = "location", "location.";
        meeting_id: String = "meetingId", "meeting ID. Only in responses.";
    }
}

update! {
    /// An open-hours entry (section 2.1.3).
    OpenHoursEntry from OpenHoursEntry("open-hours entry", Response, []) {
        days_of_the_week: Vec<i64> = "daysOfTheWeek", "days. 0 is Sunday, as observed.";
        hours: Vec<HourRange> = "hours", "hours. An empty list means closed.";
    }
}

update! {
    /// An hour range (section 2.1.3).
    HourRange from HourRange("hour range", Response, []) {
        open_hour: i64 = "openHour", "opening hour.";
        open_minute: i64 = "openMinute", "opening minute.";
        close_hour: i64 = "closeHour", "closing hour.";
        close_minute: i64 = "closeMinute", "closing minute.";
    }
}

update! {
    /// A recurrence (section 2.1.4).
    Recurrence from Recurrence("recurrence", Response, []) {
        freq: Frequency = "freq", "frequency.";
        count: i64 = "count", "count. Observed: 24 at most.";
        booking_option: BookingOption = "bookingOption", "when a date is taken.";
        booking_overlap_default_status: OverlapStatus = "bookingOverlapDefaultStatus", "status of overlapping bookings.";
    }
}

update! {
    /// A special date (section 2.1.5).
    SpecialDate from SpecialDate("special date", Response, []) {
        date: String = "date", "date. A calendar date, written as midnight UTC.";
        hours: Vec<HourRange> = "hours", "hours. An empty list means closed.";
        deleted: bool = "deleted", "deleted.";
        id: String = "id", "ID. Shown in requests only; `Kind::read` has it where a response says `_id`.";
    }
}

update! {
    /// A look-busy configuration (section 2.1.6).
    LookBusyConfiguration from LookBusyConfiguration("look-busy configuration", Response, []) {
        enabled: bool = "enabled", "hiding of slots.";
        look_busy_percentage: f64 = "LookBusyPercentage", "share of slots hidden. A percentage from 0 to 100.";
    }
}

update! {
    /// A calendar in an update (section 2.1).
    CalendarUpdate from Calendar("calendar", Update, ["id" "locationId" "calendarType" "slotBufferUnit"]) {
        group_id: String = "groupId", "group.";
        team_members: Vec<TeamMemberUpdate> = "teamMembers", "team.";
        event_type: EventType = "eventType", "event type.";
        name: String = "name", "name.";
        description: String = "description", "description.";
        slug: String = "slug", "slug.";
        widget_slug: String = "widgetSlug", "widget slug.";
        widget_type: WidgetType = "widgetType", "widget type.";
        event_title: String = "eventTitle", "event title. May contain placeholders such as {{contact.name}}.";
        event_color: String = "eventColor", "color. A hex color, #rrggbb.";
        location_configurations: Vec<LocationConfigurationUpdate> = "locationConfigurations", "meeting places.";
        slot_duration: f64 = "slotDuration", "slot duration, in `slotDurationUnit`.";
        slot_duration_unit: Unit = "slotDurationUnit", "unit of the slot duration.";
        slot_interval: f64 = "slotInterval", "slot interval, in `slotIntervalUnit`. The time between offered starts.";
        slot_interval_unit: Unit = "slotIntervalUnit", "unit of the slot interval.";
        slot_buffer: f64 = "slotBuffer", "buffer after, in `slotBufferUnit`. Time kept free after an appointment.";
        pre_buffer: f64 = "preBuffer", "buffer before, in `preBufferUnit`. Time kept free before an appointment.";
        pre_buffer_unit: Unit = "preBufferUnit", "unit of the buffer before.";
        appoinment_per_slot: f64 = "appoinmentPerSlot", "appointments per slot.";
        appoinment_per_day: f64 = "appoinmentPerDay", "appointments per day.";
        allow_booking_after: f64 = "allowBookingAfter", "minimum notice, in `allowBookingAfterUnit`.";
        allow_booking_after_unit: Unit = "allowBookingAfterUnit", "unit of the minimum notice.";
        allow_booking_for: f64 = "allowBookingFor", "booking window, in `allowBookingForUnit`. How far ahead people can book.";
        allow_booking_for_unit: Unit = "allowBookingForUnit", "unit of the booking window.";
        open_hours: Vec<OpenHoursEntry> = "openHours", "open hours.";
        enable_recurring: bool = "enableRecurring", "recurring bookings.";
        recurring: Recurrence = "recurring", "recurrence.";
        form_id: String = "formId", "form.";
        sticky_contact: bool = "stickyContact", "sticky contact.";
        is_live_payment_mode: bool = "isLivePaymentMode", "live payment mode.";
        auto_confirm: bool = "autoConfirm", "automatic confirmation.";
        should_send_alert_emails_to_assigned_member: bool = "shouldSendAlertEmailsToAssignedMember", "alert e-mails to the assigned member.";
        alert_email: String = "alertEmail", "alert e-mail.";
        google_invitation_emails: bool = "googleInvitationEmails", "Google invitation e-mails.";
        allow_reschedule: bool = "allowReschedule", "rescheduling.";
        allow_cancellation: bool = "allowCancellation", "cancellation.";
        should_assign_contact_to_team_member: bool = "shouldAssignContactToTeamMember", "assigning contacts to team members.";
        should_skip_assigning_contact_for_existing: bool = "shouldSkipAssigningContactForExisting", "leaving existing contacts unassigned.";
        notes: String = "notes", "notes.";
        pixel_id: String = "pixelId", "pixel ID.";
        form_submit_type: FormSubmitType = "formSubmitType", "action after the form.";
        form_submit_redirect_url: String = "formSubmitRedirectURL", "redirect URL.";
        form_submit_thanks_message: String = "formSubmitThanksMessage", "thank-you message.";
        availability_type: i64 = "availabilityType", "availability type. Observed: 0 uses the open hours only, 1 the special dates only.";
        availabilities: Vec<SpecialDate> = "availabilities", "special dates.";
        guest_type: GuestType = "guestType", "guests.";
        consent_label: String = "consentLabel", "consent label.";
        calendar_cover_image: String = "calendarCoverImage", "cover image. The URL of an image.";
        look_busy_config: LookBusyConfiguration = "lookBusyConfig", "look busy.";
        is_active: bool = "isActive", "active.";
    }
}

update! {
    /// A team member in an update (section 2.1.1).
    TeamMemberUpdate from TeamMember("team member", Update, []) {
        user_id: String = "userId", "user.";
        priority: f64 = "priority", "priority.";
        is_primary: bool = "isPrimary", "primary.";
        location_configurations: Vec<LocationConfigurationUpdate> = "locationConfigurations", "meeting places.";
    }
}

update! {
    /// A location configuration in an update (section 2.1.2).
    LocationConfigurationUpdate from LocationConfiguration("location configuration", Update, ["meetingId"]) {
        kind: LocationKind = "kind", "kind.";
        location: String = "location", "location.";
    }
}

record! {
    /// A location as a response held it (section 2.2).
    Location("location", Response, []) {
        id: String = "id", "ID. Only in responses.";
        name: String = "name", "name.";
        phone: String = "phone", "phone.";
        email: String = "email", "e-mail.";
        website: String = "website", "website.";
        address: String = "address", "address.";
        city: String = "city", "city.";
        description: String = "description", "description.";
        state: String = "state", "state.";
        postal_code: String = "postalCode", "postal code.";
        country: String = "country", "country.";
        location_id: String = "locationId", "location ID. Only in responses.";
        created_by: serde_json::Map<String, serde_json::Value> = "createdBy", "creator. Only in responses.";
        updated_by: serde_json::Map<String, serde_json::Value> = "updatedBy", "last editor. Only in responses.";
        created_at: String = "createdAt", "creation. Only in responses.";
        updated_at: String = "updatedAt", "last change. Only in responses.";
    }
}

update! {
    /// A location in an update (section 2.2).
    LocationUpdate from Location("location", Update, ["id" "locationId" "createdBy" "updatedBy" "createdAt" "updatedAt"]) {
        name: String = "name", "name.";
        phone: String = "phone", "phone.";
        email: String = "email", "e-mail.";
        website: String = "website", "website.";
        address: String = "address", "address.";
        city: String = "city", "city.";
        description: String = "description", "description.";
        state: String = "state", "state.";
        postal_code: String = "postalCode", "postal code.";
        country: String = "country", "country.";
    }
}

words! {
    /// Values of `kind`.
    LocationKind {
        Custom = "custom"
        ZoomConference = "zoom_conference"
        GoogleConference = "google_conference"
        InboundCall = "inbound_call"
        OutboundCall = "outbound_call"
        Physical = "physical"
        Booker = "booker"
        MsTeamsConference = "ms_teams_conference"
    }

    /// Values of `eventType`.
    EventType {
        RoundRobinOptimizeForAvailability = "RoundRobin_OptimizeForAvailability"
        RoundRobinOptimizeForEqualDistribution = "RoundRobin_OptimizeForEqualDistribution"
    }

    /// Values of `calendarType`.
    CalendarType {
        RoundRobin = "round_robin"
        Event = "event"
        ClassBooking = "class_booking"
        Collective = "collective"
        ServiceBooking = "service_booking"
        Personal = "personal"
    }

    /// Values of `widgetType`.
    WidgetType {
        Classic = "classic"
        Default = "default"
    }

    /// Values of `slotDurationUnit`, `slotIntervalUnit`, `slotBufferUnit`, `preBufferUnit`, `allowBookingAfterUnit`, `allowBookingForUnit`.
    Unit {
        Mins = "mins"
        Hours = "hours"
        Days = "days"
        Weeks = "weeks"
        Months = "months"
    }

    /// Values of `freq`.
    Frequency {
        Daily = "DAILY"
        Weekly = "WEEKLY"
        Monthly = "MONTHLY"
    }

    /// Values of `bookingOption`.
    BookingOption {
        Skip = "skip"
        Continue = "continue"
        BookNext = "book_next"
    }

    /// Values of `bookingOverlapDefaultStatus`.
    OverlapStatus {
        Confirmed = "confirmed"
        New = "new"
    }

    /// Values of `formSubmitType`.
    FormSubmitType {
        ThankYouMessage = "ThankYouMessage"
        RedirectUrl = "RedirectURL"
    }

    /// Values of `guestType`.
    GuestType {
        CountOnly = "count_only"
        CollectDetail = "collect_detail"
    }
}
