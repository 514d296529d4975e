import type { CrmFault } from '#contract/crm.ts';
import { shownText } from './foreign-text.ts';
import { inPlainWords, type PropertyFault } from './plain-words.ts';

/** The connection is at fault, not what was sent: everything waits until it works again. */
export class HubSpotFault extends Error {
  readonly kind: CrmFault;
  /** What HubSpot answered with, where it answered. */
  readonly status: number | undefined;

  constructor(kind: CrmFault, message: string, status?: number, options?: ErrorOptions) {
    super(shownText(message), options);
    this.kind = kind;
    this.status = status;
  }
}

/** What is wrong with one thing of those that were sent, or with all. */
export type Refusal = {
  category: string;
  /** As HubSpot says it: for what is to be told from it, not for people. */
  message: string;
  faults: PropertyFault[];
  /** HubSpot's names for what is wrong with single properties, such as INVALID_EMAIL. */
  codes: string[];
  /** Of which inputs it speaks, by their trace or their id; neither where it does not say. */
  traces: string[];
  ids: string[];
};

/** HubSpot does not take what was sent, and would not take it a second time either. */
export class HubSpotRefused extends Error {
  readonly status: number;
  readonly refusal: Refusal;

  constructor(status: number, refusal: Refusal) {
    super(inPlainWords(refusal));
    this.status = status;
    this.refusal = refusal;
  }
}

/** A property is missing, or is there without being unique. */
export function isNotSetUp({ codes, message }: Refusal): boolean {
  return (
    codes.includes('PROPERTY_DOESNT_EXIST') ||
    /(non-unique|not exist|n't exist).*partner_portal_|partner_portal_.*(not exist|n't exist)/.test(
      message,
    )
  );
}
