/** Below `/api`, where a provider notifies us about payments of a store. */
export const notifyPath = (provider: string, orgCode: string): string => `/payment/notify/${provider}/${orgCode}`
