// For mongosh: makes the replica set and the user that Posthorn connects as. Running it again changes nothing but the
// user's password, which is what MONGODB_PASSWORD says.
const { MONGODB_ROOT_PASSWORD: rootPassword, MONGODB_PASSWORD: password } = process.env;

db.getSiblingDB('admin').auth('root', rootPassword);

try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'posthorn', members: [{ _id: 0, host: 'mongodb:27017' }] });
}
while (!db.hello().isWritablePrimary) sleep(200);

// MONGODB_URL names this database, so the user is one of it.
const posthorn = db.getSiblingDB('posthorn');
if (posthorn.getUser('posthorn') === null) {
  posthorn.createUser({ user: 'posthorn', pwd: password, roles: [{ role: 'readWrite', db: 'posthorn' }] });
} else {
  posthorn.updateUser('posthorn', { pwd: password });
}
