/**
 * The content security policy forbids code made from text, which zod would otherwise try. Said
 * here rather than through zod, which most screens do not load; it must come before any schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
