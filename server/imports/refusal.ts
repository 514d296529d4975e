/** Thrown where a file as a whole cannot be taken; its message is for the person who sent it. */
export class Refusal extends Error {}
