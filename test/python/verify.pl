# Verifies the messages of a folder with Mail::DKIM; prints a JSON list of what it says of each message's signatures.
use strict;
use warnings;
use JSON::PP;
use Mail::DKIM::Verifier;
use Mail::DKIM::PublicKey;

my ($folder) = @ARGV;
open(my $file, '<', "$folder/records.json") or die $!;
my $records = decode_json(join '', <$file>);

no warnings 'redefine';
*Mail::DKIM::PublicKey::fetch = sub {
    my ($class, %query) = @_;
    my $record = $records->{"$query{Selector}._domainkey.$query{Domain}"} or return;
    return $class->parse($record);
};
*Mail::DKIM::PublicKey::fetch_async = sub {
    my ($class, %query) = @_;
    my $key = Mail::DKIM::PublicKey->fetch(%query);
    $query{Callbacks}{Success}->($key) if $query{Callbacks}{Success};
    return sub { $key };
};

my @all;
for my $path (sort glob "$folder/*.eml") {
    open(my $message, '<:raw', $path) or die $!;
    my $verifier = Mail::DKIM::Verifier->new;
    $verifier->load($message);
    push @all, [map { $_->result } $verifier->signatures];
}
print encode_json(\@all);
