import { personalDataOf } from '../core/personal-data.ts';

export const personalData = personalDataOf({
  writing_days: { none: ['day', 'uses'] },
  writing_uses: {
    rowsOf: ['user_id'],
    erase: ['user_id'],
    none: ['day', 'uses', 'busy_until'],
    title: 'How often you used Write with AI',
    exported: ['day', 'uses'],
  },
});
