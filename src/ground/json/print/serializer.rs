//! The printer as a serializer of serde: the steps that print each kind of value.

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::NUMBER;
use super::{Never, Printer};
use crate::ground::json::Number;

macro_rules! integers {
    ($($method:ident $ty:ty => $wide:ident;)*) => {
        $(fn $method(self, n: $ty) -> Result<(), Never> {
            self.$wide(n.into())
        })*
    };
}

impl Serializer for &mut Printer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    integers! {
        serialize_i8 i8 => serialize_i64;
        serialize_i16 i16 => serialize_i64;
        serialize_i32 i32 => serialize_i64;
        serialize_u8 u8 => serialize_u64;
        serialize_u16 u16 => serialize_u64;
        serialize_u32 u32 => serialize_u64;
    }

    fn serialize_bool(self, truth: bool) -> Result<(), Never> {
        self.plain(if truth { "true" } else { "false" });
        Ok(())
    }

    fn serialize_i64(self, n: i64) -> Result<(), Never> {
        if n < 0 {
            self.text.push(b'-');
        }
        self.serialize_u64(n.unsigned_abs())
    }

    fn serialize_i128(self, n: i128) -> Result<(), Never> {
        self.plain(&n.to_string());
        Ok(())
    }

    fn serialize_u64(self, mut n: u64) -> Result<(), Never> {
        let start = self.text.len();
        loop {
            self.text.push(b"0123456789"[(n % 10) as usize]);
            n /= 10;
            if n == 0 {
                break;
            }
        }
        self.text[start..].reverse();
        Ok(())
    }

    fn serialize_u128(self, n: u128) -> Result<(), Never> {
        self.plain(&n.to_string());
        Ok(())
    }

    /// Prints the digits that distinguish the number from other numbers of 32 bits.
    fn serialize_f32(self, n: f32) -> Result<(), Never> {
        self.serialize_f64(n.to_string().parse().unwrap_or(f64::NAN))
    }

    fn serialize_f64(self, n: f64) -> Result<(), Never> {
        if n.is_finite() {
            self.plain(&Number::from(n).to_string());
            Ok(())
        } else {
            self.serialize_unit()
        }
    }

    fn serialize_char(self, char: char) -> Result<(), Never> {
        self.serialize_str(char.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Result<(), Never> {
        self.string(text.as_bytes());
        Ok(())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Never> {
        self.collect_seq(bytes)
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        self.plain("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Never> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.open(b'{');
        self.name(variant);
        value.serialize(&mut *self)?;
        self.close(b'}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Never> {
        self.open(b'[');
        Ok(self)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.open(b'{');
        self.name(variant);
        self.serialize_seq(None)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Never> {
        self.open(b'{');
        Ok(self)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self, Never> {
        if name == NUMBER {
            self.number = Some(self.text.len());
        }
        self.serialize_map(None)
    }

    fn collect_seq<I: IntoIterator<Item: Serialize>>(self, items: I) -> Result<(), Never> {
        self.open(b'[');
        for item in items {
            self.begin();
            item.serialize(&mut *self)?;
        }
        self.close(b']');
        Ok(())
    }

    fn collect_map<K: Serialize, V: Serialize, I: IntoIterator<Item = (K, V)>>(
        self,
        members: I,
    ) -> Result<(), Never> {
        let mut map = self.serialize_map(None)?;
        for (name, member) in members {
            map.serialize_entry(&name, &member)?;
        }
        SerializeMap::end(map)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Self, Never> {
        self.open(b'{');
        self.name(variant);
        self.serialize_map(None)
    }
}

macro_rules! items {
    ($($kind:ident $method:ident $($end:literal)+;)*) => {$(
        impl $kind for &mut Printer {
            type Ok = ();
            type Error = Never;

            fn $method<T: ?Sized + Serialize>(&mut self, item: &T) -> Result<(), Never> {
                self.begin();
                item.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Never> {
                $(self.close($end);)+
                Ok(())
            }
        }
    )*};
}

items! {
    SerializeSeq serialize_element b']';
    SerializeTuple serialize_element b']';
    SerializeTupleStruct serialize_field b']';
    SerializeTupleVariant serialize_field b']' b'}';
}

macro_rules! members {
    ($($kind:ident $end:ident;)*) => {$(
        impl $kind for &mut Printer {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, member: &T) -> Result<(), Never> {
                self.name(name);
                member.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Never> {
                self.$end();
                Ok(())
            }
        }
    )*};
}

members! {
    SerializeStruct close_struct;
    SerializeStructVariant close_variant;
}

impl SerializeMap for &mut Printer {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, name: &T) -> Result<(), Never> {
        self.begin();
        let start = self.text.len();
        name.serialize(&mut **self)?;
        self.end_name(start);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, member: &T) -> Result<(), Never> {
        member.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Never> {
        self.close(b'}');
        Ok(())
    }
}
