/// <reference types="vite/client" />

/** Where the emoji picker's data is served, set by `vite.config.ts`. */
declare const __EMOJI_DATA__: string;
