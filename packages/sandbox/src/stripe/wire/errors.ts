/** The body of an error, as Stripe sends it. */
export type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: unknown;
  payment_method?: unknown;
};

/** A call that is answered with an error. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** A request that is wrong. @param param the path of the wrong parameter, as `payment_method_data[card][number]`. */
export function invalid(message: string, code?: string, param?: string, status = 400): Refusal {
  return new Refusal(status, {
    ...(code !== undefined && { code, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }),
    message,
    ...(param !== undefined && { param }),
    type: 'invalid_request_error',
  });
}

/** An object that is not there, or belongs to another account. @param noun what it is, as in `No such charge: 'ch_1'`. */
export function missing(noun: string, id: string, param = 'id'): Refusal {
  return invalid(`No such ${noun}: '${id}'`, 'resource_missing', param, 404);
}

/** Details of a card that cannot be right. */
export function wrongCard(message: string, code: string, param: string): Refusal {
  return new Refusal(402, { code, message, param, type: 'card_error' });
}
