/**
 * Without this zod compiles checks with `new Function`, which the content security policy refuses and reports. It is set where
 * zod looks when it is loaded, whichever chunk loads it: the first page does not need it.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
