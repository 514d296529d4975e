import { curl } from './curl.ts';
import { javascript } from './javascript.ts';
import { php } from './php.ts';
import { python } from './python.ts';

export const languages = { curl, javascript, python, php } as const;
export type Language = keyof typeof languages;
