export const sync = {
  'error.sync.unreadable': 'This record cannot be read on this computer; call an administrator',
  'error.sync.serverFails':
    'The server failed several times on this record and has stored a copy. Call an administrator; it can be tried again later',
  'error.storage.full':
    'The disk of this computer is full: nothing was saved or printed. Free some space and try again',
  'error.storage.readOnly':
    'The data file of this computer is read-only: nothing was saved or printed. Call an administrator',
  'error.storage.tooNew':
    'The data file of this terminal is of version {version}; only {oldest} or newer can work with it',
  'error.storage.failed': 'Saving on this computer failed, nothing was printed: {reason}',
}
