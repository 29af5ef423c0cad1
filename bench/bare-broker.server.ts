import { createServer as createHttp } from 'node:http'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'

// A broker that only forwards messages; reports over HTTP that it is ready.
const broker = await Aedes.createBroker()
createServer((socket) => void broker.handle(socket)).listen(Number(process.env.BROKER_PORT), '127.0.0.1')
createHttp((_request, response) => response.end('ready')).listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
