import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundleInto, makeBundleFolder, ROOT } from '#tests/support/browser/bundle.ts'
import { isDebian, runInMachine } from './machine.ts'

// npm run test:vm: a terminal's readers and printers on a real kernel. They are plugged into a virtual machine, because no
// program may plug devices into this one.
const HERE = import.meta.dirname
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

async function testInMachine(): Promise<number> {
  const { folder, remove } = await makeBundleFolder()
  try {
    // The machine reads this disk slowly, and hundreds of files more slowly still.
    for (const name of readdirSync(HERE).filter((one) => one.endsWith('.machine.ts')))
      await bundleInto(folder, name.replace(/\.ts$/, ''), join(HERE, name), { external: ['vitest', 'vite'] })
    const vitest = `${process.execPath} node_modules/vitest/vitest.mjs run --config vitest.vm.config.ts --dir ${relative(ROOT, folder)}`
    const command = [
      `export CI=1 TERM=dumb NO_COLOR=1 HOME=/root PATH=${PATH}`,
      `cd ${ROOT}`,
      // Gives devices their names and permissions, by the installer's rules.
      'cp resources/linux/70-pitlane.rules /etc/udev/rules.d/',
      '/lib/systemd/systemd-udevd --daemon',
      `exec ${vitest}`,
    ]
    const code = await runInMachine(join(ROOT, '.cache', 'vm'), command.join(' && '))
    if (code === null) console.error('the machine did not finish')
    return code ?? 1
  } finally {
    await remove()
  }
}

if (isDebian()) process.exitCode = await testInMachine()
else {
  console.error('test:vm takes the kernel of Debian, and needs Debian for that')
  process.exitCode = 1
}
