export const ticket = {} as const
