-- An email that waits to be sent has its kind under the new name.
update event_mails set kind = 'seat_free' where kind = 'place_free';
