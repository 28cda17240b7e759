import { buildWeb, isWebStale } from '../../tools/web-build.ts';

export default async function setup(): Promise<void> {
  if (isWebStale()) await buildWeb();
}
