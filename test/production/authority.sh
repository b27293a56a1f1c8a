# An authority, one below it, and certificates for both names, where certbot would put them.
mkdir -p /root/authority
cd /root/authority
new='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes'
openssl req -x509 $new -keyout root.key -out root.pem -days 90 -subj '/CN=Walk' 2> /dev/null
openssl req $new -keyout below.key -out below.csr -subj '/CN=Walk, below' 2> /dev/null
printf 'basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n' > below.ext
openssl x509 -req -in below.csr -CA root.pem -CAkey root.key -CAcreateserial -out below.pem -days 80 -extfile below.ext 2> /dev/null
for name in mail.example.com links.example.com; do
  folder=/etc/letsencrypt/live/$name
  mkdir -p "$folder"
  openssl req $new -keyout "$folder/privkey.pem" -out "$name.csr" -subj "/CN=$name" 2> /dev/null
  printf 'subjectAltName=DNS:%s\n' "$name" > "$name.ext"
  openssl x509 -req -in "$name.csr" -CA below.pem -CAkey below.key -CAcreateserial -out "$name.pem" -days 60 -extfile "$name.ext" 2> /dev/null
  cat "$name.pem" below.pem > "$folder/fullchain.pem"
done
