import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'

/** A HID device as it describes itself. */
export interface HidDescription {
  vendor: number
  product: number
  name: string
  serial: string
  /** Its report descriptor. */
  descriptor: Buffer
}

/** A device that is plugged in. */
export interface VirtualHid {
  /** The last feature reports that were set, by number. */
  readonly set: ReadonlyMap<number, Buffer>
  /** Its answer when a feature report is requested. */
  answer(id: number, report: Buffer): void
  unplug(): void
}

// The messages of the kernel's uhid: linux/uhid.h.
const DESTROY = 1
const GET_REPORT = 9
const GET_REPORT_REPLY = 10
const CREATE = 11
const SET_REPORT = 13
const SET_REPORT_REPLY = 14
const BUS_USB = 3
const EVENT_BYTES = 4380
const LOOK_MS = 2

/** Plugs a device into the running kernel. */
export function plugHid({ vendor, product, name, serial, descriptor }: HidDescription): VirtualHid {
  const file = openSync('/dev/uhid', constants.O_RDWR | constants.O_NONBLOCK)
  const answers = new Map<number, Buffer>()
  const set = new Map<number, Buffer>()

  const create = Buffer.alloc(EVENT_BYTES)
  create.writeUInt32LE(CREATE, 0)
  create.write(name, 4)
  create.write(serial, 4 + 128 + 64)
  create.writeUInt16LE(descriptor.length, 260)
  create.writeUInt16LE(BUS_USB, 262)
  create.writeUInt32LE(vendor, 264)
  create.writeUInt32LE(product, 268)
  descriptor.copy(create, 280)
  writeSync(file, create)

  function reply(kind: number, id: number, report: Buffer): void {
    const event = Buffer.alloc(EVENT_BYTES)
    event.writeUInt32LE(kind, 0)
    event.writeUInt32LE(id, 4)
    if (kind === GET_REPORT_REPLY) {
      event.writeUInt16LE(report.length, 10)
      report.copy(event, 12)
    }
    writeSync(file, event)
  }

  function hear(event: Buffer): void {
    const kind = event.readUInt32LE(0)
    if (kind !== GET_REPORT && kind !== SET_REPORT) return
    const id = event.readUInt32LE(4)
    const number = event.readUInt8(8)
    if (kind === GET_REPORT) reply(GET_REPORT_REPLY, id, answers.get(number) ?? Buffer.of(number))
    else {
      set.set(number, Buffer.from(event.subarray(12, 12 + event.readUInt16LE(10))))
      reply(SET_REPORT_REPLY, id, Buffer.alloc(0))
    }
  }

  const heard = Buffer.alloc(EVENT_BYTES)
  const looking = setInterval(() => {
    try {
      while (readSync(file, heard) > 0) hear(heard)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }, LOOK_MS)

  return {
    set,
    answer: (id, report) => void answers.set(id, report),
    unplug() {
      clearInterval(looking)
      const destroy = Buffer.alloc(4)
      destroy.writeUInt32LE(DESTROY, 0)
      writeSync(file, destroy)
      closeSync(file)
    },
  }
}
