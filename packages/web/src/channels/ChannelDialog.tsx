export function ChannelDialog(_: { serverId: string; categoryId: string | null }) { return null; }
