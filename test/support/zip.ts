/** A zip archive of empty files (PKWARE APPNOTE.TXT 4.3): its directory and its end, which are all that is read. */
export function zipOf(files: readonly { readonly name: string; readonly encrypted?: boolean }[], comment = ''): Buffer {
  const entries = files.map(({ name, encrypted = false }) => {
    const bytes = Buffer.from(name);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(encrypted ? 1 : 0, 8);
    entry.writeUInt16LE(bytes.length, 28);
    return Buffer.concat([entry, bytes]);
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([directory, end, Buffer.from(comment)]);
}
