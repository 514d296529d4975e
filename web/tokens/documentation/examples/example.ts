/** What an example is about, to be put into code of any language. */
export type ExampleFacts = { address: string; header: string; token: string; lead: object };
export type Example = {
  label: string;
  /** The plain call. */
  create: (facts: ExampleFacts) => string;
  /** The same, tried again with growing pauses. */
  retry: (facts: ExampleFacts) => string;
};
