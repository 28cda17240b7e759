export function StartScreen() { return null; }
