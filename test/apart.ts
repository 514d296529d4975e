/** Whether a test file puts something else in the place of a module, which its name says. */
export const isApart = (file: string) => /\.apart\.test\.(tsx?|mjs)$/.test(file);
