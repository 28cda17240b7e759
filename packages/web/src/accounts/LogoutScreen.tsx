export function LogoutScreen() { return null; }
