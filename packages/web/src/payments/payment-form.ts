/** What somebody pays, and how: for whichever form takes their card. */
export type Payable = {
  clientSecret: string;
  publishableKey: string;
  /** The account at Stripe that is paid. */
  account: string;
  currency: string;
  /** Where a stand-in of Stripe is; null for Stripe. */
  standIn: string | null;
  name: string;
  email: string;
  /** Where a bank sends people back to that asks on a page of its own. */
  returnUrl: string;
};

/** What became of a try to pay: Stripe's word for how far it is, or why it failed. */
export type PaymentResult = { status: string } | { error: { type: string; message: string; code?: string } };

/** What the page around a form tells it to do. */
export type PaymentHandle = {
  pay: () => Promise<PaymentResult>;
  /** Goes back to the bank of a payment that was left there. */
  resume: () => Promise<PaymentResult>;
  /** Leaves the bank without an answer. */
  leave: () => void;
};

/** A form in which a card is typed; what is typed goes to Stripe alone. */
export type PaymentFormProps = {
  payable: Payable;
  /** A ref. */
  handle: { current: PaymentHandle | null };
  onReady: () => void;
  /** The form cannot be shown. */
  onFailed: () => void;
  /** Return was pressed in a field. */
  onSubmit: () => void;
  /** The page of the bank is shown in place of the fields, or no longer. */
  onChallenge: (open: boolean) => void;
};

/** A token of our styles, as it is where an element stands. */
export function tokenAt(element: Element, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim();
}
