import { personalDataOf } from '../core/personal-data.ts';

export const personalData = personalDataOf({
  admissions: { none: ['event_id', 'participation_id', 'issue', 'code', 'issued_at'] },
  admission_keys: { none: ['kid', 'public_key', 'sealed', 'created_at', 'retired_at'] },
});
