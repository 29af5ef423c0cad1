/**
 * Without this zod tries to compile checks from text, which the content security policy refuses and reports. It is set where
 * zod looks when it is loaded, whichever part of the program brings it: the first page does not need it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
