import { createDeviceLink, type DeviceLink, type DeviceLinkDeps } from '#main/core/device-link.ts'
import { findDevice, identityOf, type PortInfo, type SerialDriver } from './ports.ts'

/** A port, with the identification of its device if known. */
export interface LinkTarget {
  path: string
  baudRate: number
  vendorId?: string
  productId?: string
  serialNumber?: string
}

export interface SerialLinkDeps extends Omit<DeviceLinkDeps<Uint8Array>, 'open'> {
  driver: SerialDriver
}

/** Keeps one serial device connected; recognises it at another port after a replug. */
export function createSerialLink(target: LinkTarget, { driver, ...deps }: SerialLinkDeps): DeviceLink {
  const { vendorId = '', productId = '', serialNumber = '' } = target
  let identity = vendorId === '' ? null : { vendorId, productId, serialNumber }

  async function findPath(): Promise<string> {
    if (!identity) return target.path
    const ports = await driver.list().catch((): PortInfo[] => [])
    return findDevice(ports, target.path, identity)?.path ?? target.path
  }

  async function remember(path: string, isWanted: () => boolean): Promise<void> {
    const ports = await driver.list().catch((): PortInfo[] => [])
    const port = ports.find((candidate) => candidate.path === path)
    if (isWanted() && port?.vendorId) identity = identityOf(port)
  }

  return createDeviceLink({
    ...deps,
    async open(handlers, isWanted) {
      const path = await findPath()
      if (!isWanted()) return null
      return driver.open(
        { path, baudRate: target.baudRate },
        {
          ...handlers,
          onOpen() {
            handlers.onOpen()
            void remember(path, isWanted)
          },
        },
      )
    },
  })
}
