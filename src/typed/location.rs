//! The location, a business record, row by row as in the table.

use serde_json::{Map, Value};

use super::record::each_way;

each_way! {
    /// A location as a response held it (section 2.2). Nothing of the response is lost.
    Location,
    /// What an update of a location carries (section 2.2).
    LocationUpdate, "location" {
        only responses {
            id: String = "id", "ID.";
            location_id: String = "locationId", "location ID.";
            created_by: Map<String, Value> = "createdBy", "creator.";
            updated_by: Map<String, Value> = "updatedBy", "last editor.";
            created_at: String = "createdAt", "creation.";
            updated_at: String = "updatedAt", "last change.";
        }
        both {
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
}
