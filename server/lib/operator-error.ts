/** A mistake of whoever starts the portal: main prints its message on one line, without a stack. */
export class OperatorError extends Error {}
