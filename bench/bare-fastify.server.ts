import Fastify from 'fastify'

// Always returns the same answer: `node bare-fastify.server.ts <path> <body>`.
const [, , path = '/', body = '{}'] = process.argv

const app = Fastify()
app.get(path, (_request, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
