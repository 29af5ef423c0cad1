export { createClockLink } from './clock.link.ts'
export { createLinkDriver } from './link.driver.ts'
export type { RunOrder, VehicleLink, VehicleReport } from './vehicle.link.ts'
