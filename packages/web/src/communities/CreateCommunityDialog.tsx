export function CreateCommunityDialog() { return null; }
