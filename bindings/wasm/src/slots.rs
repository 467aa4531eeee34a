//! Things by their numbers, as JavaScript holds them.

/// Things by numbers from 1; those that were released leave their numbers free.
pub struct Slots<T> {
    what: &'static str,
    items: Vec<Option<T>>,
    free: Vec<usize>,
}

impl<T> Slots<T> {
    /// None yet of what is called so.
    pub fn new(what: &'static str) -> Self {
        Slots { what, items: Vec::new(), free: Vec::new() }
    }

    /// Keeps a thing and returns its number.
    pub fn put(&mut self, item: T) -> i32 {
        let place = self.free.pop().unwrap_or(self.items.len());
        if place == self.items.len() {
            self.items.push(None);
        }
        self.items[place] = Some(item);
        place as i32 + 1
    }

    fn missing(&self, number: i32) -> String {
        format!("{} {number} does not exist, or was released", self.what)
    }

    /// The thing with a number.
    pub fn get(&self, number: i32) -> Result<&T, String> {
        let found = self.items.get((number as usize).wrapping_sub(1)).and_then(Option::as_ref);
        found.ok_or_else(|| self.missing(number))
    }

    /// The thing with a number, to be changed.
    pub fn get_mut(&mut self, number: i32) -> Result<&mut T, String> {
        let missing = self.missing(number);
        self.items.get_mut((number as usize).wrapping_sub(1)).and_then(Option::as_mut).ok_or(missing)
    }

    /// Forgets a thing.
    pub fn release(&mut self, number: i32) -> Result<(), String> {
        self.get(number)?;
        let place = number as usize - 1;
        self.items[place] = None;
        self.free.push(place);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_used_again_and_none_outlives_its_thing() {
        let mut slots = Slots::new("body");
        assert_eq!([slots.put('a'), slots.put('b')], [1, 2]);
        slots.release(1).unwrap();
        assert_eq!(slots.get(1).unwrap_err(), "body 1 does not exist, or was released");
        assert_eq!([slots.get(0).is_err(), slots.get(-7).is_err(), slots.release(1).is_err()], [true; 3]);
        assert_eq!((slots.put('c'), slots.get(1).copied(), slots.get(2).copied()), (1, Ok('c'), Ok('b')));
    }
}
