import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

interface Account {
  uid: number
  gid: number
}

/** How to start a program that refuses to run as root. */
export interface Launcher {
  /** Command prefix of the program and its arguments. */
  prefix: string[]
  /** The account that must own the program's files; absent if it is our own. */
  owner?: Account
}

const works = (words: string[]): boolean => {
  try {
    execFileSync(words[0] ?? '', [...words.slice(1), 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function account(): Account | undefined {
  const rows = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = rows.find((row) => row.startsWith(`${name}:`))?.split(':') ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/**
 * Returns how to run PostgreSQL here: as our own account, or as another one if we are root.
 *
 * If we are root, it keeps one capability, to pass folders that only root may enter (a clone below /root or `mktemp -d`).
 * On Linux the kernel also signals PostgreSQL to shut down when the server dies without stopping it.
 */
export function findLauncher(folder: string): Launcher {
  const linux = process.platform === 'linux'
  const dieWithUs = ['setpriv', '--pdeathsig', 'INT']
  if (process.getuid?.() !== 0) return { prefix: linux && works(dieWithUs) ? dieWithUs : [] }
  const found = statSync(folder, { throwIfNoEntry: false })
  // The account that created the files is used, because PostgreSQL refuses files of another account.
  const owner = linux ? (found && found.uid > 0 ? { uid: found.uid, gid: found.gid } : account()) : undefined
  if (owner) {
    const { uid, gid } = owner
    // Without the securebit, access(2) ignores capabilities, and PostgreSQL uses it to find its own program.
    const keepPassage = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
    const other = [...dieWithUs, `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...keepPassage]
    if (found?.uid !== 0 && works(other)) return { prefix: other, owner }
    // If capabilities cannot be passed on: root of a user namespace, mapped to another uid.
    const renamed = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`]
    if (works([...dieWithUs, ...renamed])) return { prefix: [...dieWithUs, ...renamed] }
    if (works(renamed)) return { prefix: renamed }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine lets root start it neither through setpriv nor through unshare. ' +
      'Run Pitlane as an ordinary user, or set DATABASE_URL to a PostgreSQL server of yours.',
  )
}
