import { withoutCards } from '@folkmoot/contract/links/rules.ts';

/** The text of a message without the cards of its links. */
export const bareText = (text: string): string => withoutCards(text, location.origin);
