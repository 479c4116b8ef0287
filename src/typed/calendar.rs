//! The calendar and its parts, row by row as in the tables.

use super::enums::{
    BookingOption, CalendarType, EventType, FormSubmitType, Frequency, GuestType, LocationKind, OverlapStatus, Unit,
    WidgetType,
};
use super::record::{both_ways, each_way};

#[rustfmt::skip]
each_way! {
    /// A calendar as a response held it (section 2.1). Nothing of the response is lost.
    Calendar,
    /// What an update of a calendar carries (section 2.1).
    CalendarUpdate, "calendar" {
        only responses {
            id: String = "id", "ID.";
            location_id: String = "locationId", "location ID.";
            calendar_type: CalendarType = "calendarType", "calendar type.";
            slot_buffer_unit: Unit = "slotBufferUnit", "unit of the buffer after.";
        }
        both {
            group_id: String = "groupId", "group.";
            team_members: Vec<TeamMember> | Vec<TeamMemberUpdate> = "teamMembers", "team.";
            event_type: EventType = "eventType", "event type.";
            name: String = "name", "name.";
            description: String = "description", "description.";
            slug: String = "slug", "slug.";
            widget_slug: String = "widgetSlug", "widget slug.";
            widget_type: WidgetType = "widgetType", "widget type.";
            event_title: String = "eventTitle", "event title. May contain placeholders such as {{contact.name}}.";
            event_color: String = "eventColor", "color. A hex color, #rrggbb.";
            location_configurations: Vec<LocationConfiguration> | Vec<LocationConfigurationUpdate>
                = "locationConfigurations", "meeting places.";
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
            should_send_alert_emails_to_assigned_member: bool
                = "shouldSendAlertEmailsToAssignedMember", "alert e-mails to the assigned member.";
            alert_email: String = "alertEmail", "alert e-mail.";
            google_invitation_emails: bool = "googleInvitationEmails", "Google invitation e-mails.";
            allow_reschedule: bool = "allowReschedule", "rescheduling.";
            allow_cancellation: bool = "allowCancellation", "cancellation.";
            should_assign_contact_to_team_member: bool
                = "shouldAssignContactToTeamMember", "assigning contacts to team members.";
            should_skip_assigning_contact_for_existing: bool
                = "shouldSkipAssigningContactForExisting", "leaving existing contacts unassigned.";
            notes: String = "notes", "notes.";
            pixel_id: String = "pixelId", "pixel ID.";
            form_submit_type: FormSubmitType = "formSubmitType", "action after the form.";
            form_submit_redirect_url: String = "formSubmitRedirectURL", "redirect URL.";
            form_submit_thanks_message: String = "formSubmitThanksMessage", "thank-you message.";
            availability_type: i64 = "availabilityType", "availability type. Seen: 0 uses the open hours only, 1 the special dates only.";
            availabilities: Vec<SpecialDate> = "availabilities", "special dates.";
            guest_type: GuestType = "guestType", "guests.";
            consent_label: String = "consentLabel", "consent label.";
            calendar_cover_image: String = "calendarCoverImage", "cover image. The URL of an image.";
            look_busy_config: LookBusyConfiguration = "lookBusyConfig", "look busy.";
            is_active: bool = "isActive", "active.";
        }
    }
}

each_way! {
    /// A team member as a response held it (section 2.1.1).
    TeamMember,
    /// A team member in an update (section 2.1.1).
    TeamMemberUpdate, "team member" {
        only responses {}
        both {
            user_id: String = "userId", "user.";
            priority: f64 = "priority", "priority.";
            is_primary: bool = "isPrimary", "primary.";
            location_configurations: Vec<LocationConfiguration> | Vec<LocationConfigurationUpdate>
                = "locationConfigurations", "meeting places.";
        }
    }
}

each_way! {
    /// A location configuration, or meeting place, as a response held it (section 2.1.2).
    LocationConfiguration,
    /// A location configuration, or meeting place, in an update (section 2.1.2).
    LocationConfigurationUpdate, "location configuration" {
        only responses {
            meeting_id: String = "meetingId", "meeting ID.";
        }
        both {
            kind: LocationKind = "kind", "kind.";
            location: String = "location", "location.";
        }
    }
}

both_ways! {
    /// The hours of some days of the week (section 2.1.3).
    OpenHoursEntry, "open-hours entry" {
        days_of_the_week: Vec<i64> = "daysOfTheWeek", "days. 0 is Sunday, as observed.";
        hours: Vec<HourRange> = "hours", "hours. An empty list means closed.";
    }
}

both_ways! {
    /// From an opening time to a closing time (section 2.1.3).
    HourRange, "hour range" {
        open_hour: i64 = "openHour", "opening hour.";
        open_minute: i64 = "openMinute", "opening minute.";
        close_hour: i64 = "closeHour", "closing hour.";
        close_minute: i64 = "closeMinute", "closing minute.";
    }
}

both_ways! {
    /// How bookings recur (section 2.1.4).
    Recurrence, "recurrence" {
        freq: Frequency = "freq", "frequency.";
        count: i64 = "count", "count. Seen: 24 at most.";
        booking_option: BookingOption = "bookingOption", "when a date is taken.";
        booking_overlap_default_status: OverlapStatus = "bookingOverlapDefaultStatus", "status of overlapping bookings.";
    }
}

both_ways! {
    /// A date with hours of its own (section 2.1.5).
    ///
    /// The document shows `id` in requests only; responses are seen to have it as `_id`, which
    /// [`Kind::read`](crate::Kind::read) reads as `id`.
    SpecialDate, "special date" {
        date: String = "date", "date. A calendar date, written as midnight UTC.";
        hours: Vec<HourRange> = "hours", "hours. An empty list means closed.";
        deleted: bool = "deleted", "deleted.";
        id: String = "id", "ID.";
    }
}

both_ways! {
    /// How many slots are hidden (section 2.1.6).
    LookBusyConfiguration, "look-busy configuration" {
        enabled: bool = "enabled", "hiding of slots.";
        look_busy_percentage: f64 = "LookBusyPercentage", "share of slots hidden. A percentage from 0 to 100.";
    }
}
