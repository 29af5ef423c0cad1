import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

interface Listener {
  port: number
  /** How many connections are open now. */
  open(): number
  close(): void
}

/** Listens for connections whose sockets `talk` handles. */
export async function listening(talk: (socket: Socket) => void): Promise<Listener> {
  const made = createServer()
  const sockets = new Set<Socket>()
  made.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    talk(socket)
  })
  await new Promise<void>((resolve) => void made.listen(0, '127.0.0.1', resolve))
  return {
    port: (made.address() as AddressInfo).port,
    open: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      made.close()
    },
  }
}

/** The beginning of a message of one gigabyte. */
const ENDLESS = Buffer.from([0x4e, 0x40, 0, 0, 0])

/** Begins a message and sends its bytes without an end, for as long as they are taken. */
export function speakEndlessly(socket: Socket): void {
  const more = Buffer.alloc(65_536, 'x')
  const speak = () => {
    while (!socket.destroyed && socket.write(more));
  }
  socket.on('drain', speak)
  socket.write(ENDLESS)
  speak()
}

/** Answers whatever a client sends first by a refusal of its password, and never closes. */
export function refuseAndStay(socket: Socket): void {
  const fields = Buffer.from('SFATAL\0C28P01\0Mno\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  socket.once('data', () => void socket.write(Buffer.concat([head, fields])))
}

/** Passes everything to a real database, until it is told to speak itself. */
export async function talkingProxy(port: number): Promise<Listener & { talk(): void }> {
  const guests = new Set<Socket>()
  const proxy = await listening((socket) => {
    const real = connect(port, '127.0.0.1')
    guests.add(socket)
    socket.on('close', () => {
      guests.delete(socket)
      real.destroy()
    })
    real.on('error', () => socket.destroy())
    socket.pipe(real)
    real.pipe(socket)
  })
  return {
    ...proxy,
    talk() {
      for (const socket of guests) speakEndlessly(socket)
    },
  }
}
