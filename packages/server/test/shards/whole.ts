/*
 * The tables of which all parts are read, by what happens, and why. A distributed database would ask all its machines.
 */

const HOME = 'the statement has the id of the conversation, and not its home (docs/scaling.md)';
const PERSON = 'what a person is in is found by the person';
const COMMUNITY = 'the conversations of a community, which are kept by their homes';
const MEMBER = 'the community is known only from the conversation, so a small table is read by its person';
const EVENT = 'the conversation of an event, which is kept by its home';
const JSON_VOTES = 'the votes of many people come as JSON, and are joined with the questions';

/** Of everything in a conversation. */
const FACTS = { conversation_members: HOME, conversations: HOME, members: MEMBER, messages: HOME };

export const WHOLE: Record<string, Record<string, string>> = {
  'send a message': FACTS,
  'list messages': { ...FACTS, reactions: HOME },
  'mark as read': { ...FACTS, mentions: HOME },
  'unread counts': { conversation_members: PERSON, conversations: PERSON, mentions: PERSON, messages: PERSON },
  'changes since': { ...FACTS, reactions: HOME },
  react: { ...FACTS, reactions: HOME },
  'channels of a community': {
    ...{ channels: COMMUNITY, conversation_members: PERSON, conversations: COMMUNITY },
    ...{ mentions: COMMUNITY, messages: COMMUNITY },
  },
  'event page': {},
  register: { conversations: EVENT },
  'own participation': {},
  'who is going': {},
  'guest list': {},
  'numbers of an event': {},
  questions: {},
  vote: { qna_questions: JSON_VOTES },
};
