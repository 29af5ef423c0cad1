/** Path below `/api` of a provider's notifications for a store. */
export const notifyPath = (provider: string, orgCode: string): string => `/payment/notify/${provider}/${orgCode}`
