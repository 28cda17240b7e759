/** What stands for the picture of an event without one: one of our own covers. */
export const NO_COVER = '/art/covers/500x250/midsummer.webp';
